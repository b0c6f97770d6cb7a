/** @file The drawn guess: pointer and sliders set the same heights. */
import { placeOf } from '../../lesson/exercises/check.js';
import type { GuessExercise } from '../../lesson/exercises/exercise.js';
import { pathOf, sheet, toX, toY } from './guess-markup.js';

export type SeriesByName = ReadonlyMap<string, readonly (readonly [x: number, y: number])[]>;

export class GuessSheet {
  isDrawn = false;
  private readonly sliders: HTMLInputElement[];
  private readonly line: SVGPathElement;
  private readonly truth: SVGPathElement;
  private readonly handles: SVGCircleElement[];

  constructor(
    private readonly exercise: GuessExercise,
    element: HTMLElement,
  ) {
    this.sliders = [...element.querySelectorAll<HTMLInputElement>('input[type="range"]')];
    this.line = element.querySelector('.guess-line')!;
    this.truth = element.querySelector('.guess-truth')!;
    this.handles = [...element.querySelectorAll<SVGCircleElement>('.guess-handle')];
    for (const slider of this.sliders)
      slider.addEventListener('input', () => {
        this.isDrawn = true;
        this.draw();
      });
    this.followPointer(element.querySelector<SVGSVGElement>('.guess-sheet')!);
  }

  get heights(): number[] {
    return this.sliders.map(({ valueAsNumber }) => valueAsNumber);
  }

  setHeights(heights: readonly number[]): void {
    this.sliders.forEach((slider, i) => (slider.value = String(heights[i] ?? slider.value)));
    this.isDrawn = true;
    this.draw();
  }

  showTruth(points: readonly (readonly [number, number])[]): void {
    const { from, to } = this.exercise.x;
    this.truth.setAttribute(
      'd',
      pathOf(
        this.exercise,
        points.filter(([x]) => x >= from && x <= to),
      ),
    );
  }

  /** Sets the height of the place next to the pointer, and of those that a fast stroke has passed. */
  private followPointer(picture: SVGSVGElement): void {
    let last: { place: number; y: number } | null = null;
    const set = (event: PointerEvent): void => {
      const box = picture.getBoundingClientRect();
      const scale = sheet.width / box.width;
      const x = (event.clientX - box.left) * scale;
      const y = this.heightAt((event.clientY - box.top) * scale);
      const place = this.nearest(x);
      const [low, high] = [Math.min(place, last?.place ?? place), Math.max(place, last?.place ?? place)];
      for (let i = low; i <= high; i++) {
        const part = last && place !== last.place ? (i - last.place) / (place - last.place) : 1;
        this.sliders[i].value = String(last ? last.y + (y - last.y) * part : y);
      }
      last = { place, y };
      this.isDrawn = true;
      this.draw();
    };
    picture.addEventListener('pointerdown', (event) => {
      picture.setPointerCapture(event.pointerId);
      last = null;
      set(event);
    });
    picture.addEventListener('pointermove', (event) => picture.hasPointerCapture(event.pointerId) && set(event));
  }

  private heightAt(y: number): number {
    const { from, to } = this.exercise.y;
    const bottom = sheet.height - sheet.bottom;
    return from + ((bottom - y) / (bottom - sheet.top)) * (to - from);
  }

  private nearest(x: number): number {
    const distances = this.sliders.map((_, i) => Math.abs(toX(this.exercise, placeOf(this.exercise, i)) - x));
    return distances.indexOf(Math.min(...distances));
  }

  private draw(): void {
    const { exercise, heights } = this;
    this.line.setAttribute(
      'd',
      pathOf(
        exercise,
        heights.map((y, i) => [placeOf(exercise, i), y]),
      ),
    );
    this.handles.forEach((handle, i) => handle.setAttribute('cy', String(toY(exercise, heights[i]))));
  }
}
