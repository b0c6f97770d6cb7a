/** @file The file that a learner hands in: what was asked, what was answered, what came of it. */
import type { Exercise } from '../../lesson/exercises/exercise.js';
import type { AnswerStore, Attempt } from './answer-store.js';

export interface HandIn {
  format: 'normlab-hand-in';
  version: 1;
  lesson: string;
  title: string;
  /** ISO 8601. */
  madeAt: string;
  solved: number;
  exercises: {
    id: string;
    kind: Exercise['kind'];
    question: string;
    solved: boolean;
    /** The last answer, in words for a choice. */
    answer: string | number | number[] | null;
    attempts: (Omit<Attempt, 'at'> & { at: string })[];
    hints: number;
    solutionSeen: boolean;
  }[];
}

export function handInOf(
  lesson: string,
  title: string,
  exercises: readonly Exercise[],
  answers: AnswerStore,
  now: Date,
): HandIn {
  const entries = exercises.map((exercise) => {
    const { id, kind, question } = exercise;
    const { attempts, hints, solutionSeen } = answers.progressOf(id);
    const last = attempts.at(-1)?.answer ?? null;
    const answer =
      exercise.kind === 'choice' && typeof last === 'number' ? (exercise.options[last]?.text ?? last) : last;
    return {
      id,
      kind,
      question,
      solved: answers.isSolved(id),
      answer,
      attempts: attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
      hints,
      solutionSeen,
    };
  });
  const solved = entries.filter((entry) => entry.solved).length;
  return {
    format: 'normlab-hand-in',
    version: 1,
    lesson,
    title,
    madeAt: now.toISOString(),
    solved,
    exercises: entries,
  };
}
