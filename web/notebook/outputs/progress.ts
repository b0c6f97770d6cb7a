/**
 * @file A progress bar: a native element, so that it is announced, with what is being done and how long it will take.
 */
import { html, type Markup } from '../../charts/markup.js';
import type { Output } from '../../kernel/protocol.js';

type Progress = Extract<Output, { kind: 'progress' }>;

export function progressMarkup({ label, done, total, note, secondsLeft }: Progress): Markup {
  return html(
    'div',
    { class: done >= total ? 'progress finished' : 'progress' },
    html('span', { class: 'progress-label' }, label),
    html('progress', { value: done, max: Math.max(total, 1), 'aria-label': label }),
    html('span', { class: 'progress-left' }, timeLeft(done, total, secondsLeft)),
    html('span', { class: 'progress-note' }, note),
  );
}

/** For the bar of a run that ended before it was full: no time is left. */
export function endProgress(bar: Element): void {
  const { position } = bar.querySelector('progress')!;
  bar.querySelector('.progress-left')!.textContent = `ended at ${Math.floor(100 * position)} %`;
}

function timeLeft(done: number, total: number, secondsLeft: number | null): string {
  if (done >= total) return 'finished';
  const percent = `${Math.floor((100 * done) / total)} %`;
  if (secondsLeft === null) return percent;
  return `${percent}, ${formatSeconds(secondsLeft)} left`;
}

/** Whole seconds are enough for time left; minutes from one and a half on. */
export function formatSeconds(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.ceil(seconds))} s`;
  return `${Math.ceil(seconds / 60)} min`;
}
