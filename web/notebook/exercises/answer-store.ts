/** @file Answers to the exercises of one lesson: every attempt, kept in this browser. */
import type { Verdict } from '../../lesson/exercises/exercise.js';
import type { WorkStorage } from '../work-storage.js';

export interface Attempt {
  /** A number as it was typed, the place of an option, heights of a line, or code. */
  answer: string | number | number[];
  right: boolean;
  misconception: string | null;
  /** Milliseconds since 1970. */
  at: number;
}

export interface Progress {
  attempts: Attempt[];
  /** Hints that were opened. */
  hints: number;
  solutionSeen: boolean;
}

interface Stored {
  version: 1;
  exercises: Record<string, Progress>;
}

/** Attempts of one exercise that are kept. */
const maxAttempts = 200;

export class AnswerStore {
  private exercises: Record<string, Progress> = {};

  constructor(
    private readonly lesson: string,
    private readonly storage: WorkStorage,
  ) {}

  async load(): Promise<void> {
    const stored = await this.storage.read<Stored>(this.key);
    if (stored?.version === 1) this.exercises = stored.exercises;
  }

  progressOf(id: string): Progress {
    return this.exercises[id] ?? { attempts: [], hints: 0, solutionSeen: false };
  }

  isSolved(id: string): boolean {
    return this.progressOf(id).attempts.some(({ right }) => right);
  }

  addAttempt(id: string, answer: Attempt['answer'], { right, misconception }: Verdict): void {
    const attempt = { answer, right, misconception, at: Date.now() };
    this.change(id, (old) => ({ ...old, attempts: [...old.attempts, attempt].slice(-maxAttempts) }));
  }

  noteHints(id: string, hints: number): void {
    this.change(id, (old) => ({ ...old, hints: Math.max(old.hints, hints) }));
  }

  noteSolution(id: string): void {
    this.change(id, (old) => ({ ...old, solutionSeen: true }));
  }

  /** Changed at once for this page, and in storage on top of what other tabs have added. */
  private change(id: string, next: (old: Progress) => Progress): void {
    this.exercises[id] = next(this.progressOf(id));
    void this.storage.change<Stored>(this.key, (old) => {
      const exercises = old?.version === 1 ? old.exercises : {};
      return {
        version: 1,
        exercises: { ...exercises, [id]: next(exercises[id] ?? { attempts: [], hints: 0, solutionSeen: false }) },
      };
    });
  }

  private get key(): string {
    return `answers:${this.lesson}`;
  }
}
