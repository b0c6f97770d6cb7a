/** @file One exercise on the page: check, what is said, hints in steps, then the solution. */
import type { Exercise, Verdict } from '../../lesson/exercises/exercise.js';
import { part } from '../part.js';
import type { AnswerStore } from './answer-store.js';
import { type AnswerForm, type FormSurroundings, makeForm } from './forms.js';

export interface ExerciseSurroundings extends Pick<FormSurroundings, 'run' | 'series'> {
  answers: AnswerStore;
  /** Called after an attempt, and when the solution was shown. */
  changed(): void;
}

export class ExerciseView {
  private readonly form: AnswerForm;
  private readonly verdict: HTMLElement;
  private readonly hintButton: HTMLButtonElement;
  private readonly checkButton: HTMLButtonElement;

  constructor(
    readonly exercise: Exercise,
    private readonly element: HTMLElement,
    private readonly surroundings: ExerciseSurroundings,
  ) {
    this.verdict = part(element, '.exercise-verdict');
    this.hintButton = part(element, '.exercise-hint');
    this.checkButton = part(element, '[type="submit"]');
    const form = part<HTMLFormElement>(element, '.exercise-form');
    this.form = makeForm(exercise, element, {
      ...surroundings,
      submit: () => form.requestSubmit(),
      say: (words) => (this.verdict.textContent = words),
    });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.check();
    });
    this.hintButton.addEventListener('click', () => this.showNextHint());
    this.restore();
    this.hintButton.disabled = this.checkButton.disabled = false;
  }

  /** Whether the learner has said something, or has given up. */
  get isAnswered(): boolean {
    const { attempts, solutionSeen } = this.surroundings.answers.progressOf(this.exercise.id);
    return solutionSeen || attempts.length > 0;
  }

  private async check(): Promise<void> {
    if (this.checkButton.disabled) return;
    const { answer } = this.form;
    if (this.exercise.kind === 'code') this.say('Your code is running.');
    this.checkButton.disabled = true;
    try {
      const verdict = await this.form.check();
      if (isAttempt(this.exercise, answer)) this.surroundings.answers.addAttempt(this.exercise.id, answer, verdict);
      this.show(verdict);
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error));
    }
    this.checkButton.disabled = false;
    this.surroundings.changed();
  }

  private show(verdict: Verdict): void {
    this.say(verdict.says);
    this.element.dataset.verdict = verdict.right ? 'right' : 'wrong';
    this.form.mark(verdict);
    this.showSolved();
  }

  private say(words: string): void {
    this.verdict.textContent = words;
    delete this.element.dataset.verdict;
  }

  private showSolved(): void {
    part(this.element, '.exercise-solved').hidden = !this.surroundings.answers.isSolved(this.exercise.id);
  }

  private showNextHint(): void {
    const { answers, changed } = this.surroundings;
    const { id } = this.exercise;
    const shown = this.element.querySelectorAll('.exercise-hints > li:not([hidden])').length;
    if (shown < this.exercise.hints.length) {
      answers.noteHints(id, shown + 1);
      this.showHints(shown + 1);
    } else {
      answers.noteSolution(id);
      this.showSolution();
    }
    changed();
  }

  private showHints(count: number): void {
    const list = part(this.element, '.exercise-hints');
    list.hidden = count === 0;
    [...list.children].forEach((hint, i) => ((hint as HTMLElement).hidden = i >= count));
    this.hintButton.textContent =
      count < this.exercise.hints.length ? (count === 0 ? 'Hint' : 'Next hint') : 'Show the solution';
  }

  private showSolution(): void {
    part(this.element, '.exercise-solution').hidden = false;
    this.hintButton.hidden = true;
    this.form.showSolution();
  }

  private restore(): void {
    const { attempts, hints, solutionSeen } = this.surroundings.answers.progressOf(this.exercise.id);
    const last = attempts.at(-1);
    if (last) this.form.restore(last.answer);
    this.showHints(hints);
    if (solutionSeen) this.showSolution();
    this.showSolved();
  }
}

/** An empty form is no attempt. */
function isAttempt({ kind }: Exercise, answer: unknown): boolean {
  return kind === 'choice' ? answer !== -1 : answer !== '';
}
