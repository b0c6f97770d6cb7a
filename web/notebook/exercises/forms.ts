/** @file What a learner answers with, one form for each kind of exercise. */
import { answerOf, checkChoice, checkGuess, checkNumber } from '../../lesson/exercises/check.js';
import type {
  ChoiceExercise,
  CodeExercise,
  Exercise,
  GuessExercise,
  NumberExercise,
  Verdict,
} from '../../lesson/exercises/exercise.js';
import { checkCodeAnswer, type RunCode } from '../../lesson/exercises/run-code.js';
import { CodeBox } from '../code-box.js';
import { part } from '../part.js';
import type { Attempt } from './answer-store.js';
import { GuessSheet, type SeriesByName } from './guess-sheet.js';

export interface AnswerForm {
  readonly answer: Attempt['answer'];
  check(): Verdict | Promise<Verdict>;
  /** Shows an answer that was kept. */
  restore(answer: Attempt['answer']): void;
  /** Shows what came of an answer, besides its words. */
  mark(verdict: Verdict): void;
  showSolution(): void;
}

export interface FormSurroundings {
  run: RunCode;
  /** Series of the chart of the next cell; empty without a chart. */
  series(): SeriesByName;
  submit(): void;
  say(words: string): void;
}

export function makeForm(exercise: Exercise, element: HTMLElement, surroundings: FormSurroundings): AnswerForm {
  switch (exercise.kind) {
    case 'number':
      return new NumberForm(exercise, element);
    case 'choice':
      return new ChoiceForm(exercise, element);
    case 'guess':
      return new GuessForm(exercise, element, surroundings);
    case 'code':
      return new CodeForm(exercise, element, surroundings);
  }
}

class NumberForm implements AnswerForm {
  private readonly input: HTMLInputElement;

  constructor(
    private readonly exercise: NumberExercise,
    element: HTMLElement,
  ) {
    this.input = part(element, '.exercise-number');
  }
  get answer(): string {
    return this.input.value;
  }
  check(): Verdict {
    return checkNumber(this.exercise, this.input.value);
  }
  restore(answer: Attempt['answer']): void {
    this.input.value = String(answer);
  }
  mark({ right }: Verdict): void {
    this.input.setAttribute('aria-invalid', String(!right));
  }
  showSolution(): void {
    this.input.value = String(Number(answerOf(this.exercise).toPrecision(4)));
  }
}

class ChoiceForm implements AnswerForm {
  private readonly inputs: HTMLInputElement[];

  constructor(
    private readonly exercise: ChoiceExercise,
    element: HTMLElement,
  ) {
    this.inputs = [...element.querySelectorAll<HTMLInputElement>('input[type="radio"]')];
  }
  get answer(): number {
    return this.inputs.findIndex(({ checked }) => checked);
  }
  check(): Verdict {
    return checkChoice(this.exercise, this.answer);
  }
  restore(answer: Attempt['answer']): void {
    const input = this.inputs[Number(answer)];
    if (input) input.checked = true;
  }
  /** A wrong option is out: the next try is among the others. */
  mark({ right }: Verdict): void {
    const chosen = this.inputs[this.answer];
    if (!chosen) return;
    chosen.closest('label')!.classList.add(right ? 'is-right' : 'is-wrong');
    if (right) return;
    chosen.checked = false;
    chosen.disabled = true;
    this.inputs.find(({ disabled }) => !disabled)?.focus();
  }
  showSolution(): void {
    this.exercise.options.forEach(
      ({ right }, i) => right && this.inputs[i].closest('label')!.classList.add('is-right'),
    );
  }
}

class GuessForm implements AnswerForm {
  private readonly sheet: GuessSheet;

  constructor(
    private readonly exercise: GuessExercise,
    element: HTMLElement,
    private readonly surroundings: FormSurroundings,
  ) {
    this.sheet = new GuessSheet(exercise, part(element, '.guess'));
  }
  get answer(): number[] {
    return this.sheet.heights;
  }
  check(): Verdict {
    if (!this.sheet.isDrawn) return { right: false, says: 'Draw your line first.', misconception: null };
    return checkGuess(this.exercise, this.answer, this.surroundings.series());
  }
  restore(answer: Attempt['answer']): void {
    if (Array.isArray(answer)) this.sheet.setHeights(answer);
  }
  mark(): void {
    if (this.sheet.isDrawn) this.showSolution();
  }
  showSolution(): void {
    const truth = this.surroundings.series().get(this.exercise.series);
    if (truth) this.sheet.showTruth(truth);
  }
}

class CodeForm implements AnswerForm {
  private readonly box: CodeBox;
  private readonly resetButton: HTMLButtonElement;

  constructor(
    private readonly exercise: CodeExercise,
    element: HTMLElement,
    private readonly surroundings: FormSurroundings,
  ) {
    this.resetButton = part(element, '.exercise-reset');
    this.box = new CodeBox(part(element, '.cell-code'), 'Your code', {
      changed: () => this.showReset(),
      run: () => surroundings.submit(),
      advance: () => surroundings.submit(),
      say: (words) => surroundings.say(words),
    });
    this.resetButton.addEventListener('click', () => {
      this.box.setText(this.box.author);
      this.showReset();
      this.box.focus();
    });
  }
  get answer(): string {
    return this.box.text;
  }
  check(): Promise<Verdict> {
    return checkCodeAnswer(this.exercise, this.box.text, this.surroundings.run);
  }
  restore(answer: Attempt['answer']): void {
    this.box.setText(String(answer));
    this.showReset();
  }
  mark(): void {}
  showSolution(): void {}

  private showReset(): void {
    this.resetButton.hidden = this.box.text === this.box.author;
  }
}
