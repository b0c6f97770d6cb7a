/** @file An exercise as HTML: the question for everybody, the form for those with script. Used at build time. */
import { escapeHtml, html, type Markup, toHtml } from '../../charts/markup.js';
import type {
  ChoiceExercise,
  CodeExercise,
  Exercise,
  GuessExercise,
  NumberExercise,
} from '../../lesson/exercises/exercise.js';
import { highlightLines } from '../highlight.js';
import { untilScript } from '../until-script.js';
import { guessMarkup } from './guess-markup.js';

/** @param render Markdown to safe HTML */
export function exerciseHtml(exercise: Exercise, render: (markdown: string) => string): string {
  const { id, question, hints, solution, predict } = exercise;
  const label = predict ? 'Predict, then run' : 'Exercise';
  return [
    `<section class="exercise wide" data-exercise="${escapeHtml(id)}" aria-label="${label}: ${escapeHtml(id)}">`,
    '<div class="exercise-body">',
    toHtml(
      html('p', { class: 'exercise-kind' }, label, html('span', { class: 'exercise-solved', hidden: true }, 'solved')),
    ),
    render(question),
    '</div>',
    formHtml(exercise, render),
    '<div class="exercise-body needs-script">',
    '<p class="exercise-verdict" role="status"></p>',
    `<ol class="exercise-hints" hidden>${hints.map((hint) => `<li hidden>${render(hint)}</li>`).join('')}</ol>`,
    `<div class="exercise-solution" hidden>${solutionHtml(exercise, solution === '' ? '' : render(solution))}</div>`,
    '</div>',
    '</section>',
  ].join('\n');
}

function formHtml(exercise: Exercise, render: (markdown: string) => string): string {
  switch (exercise.kind) {
    case 'number':
      return toHtml(numberForm(exercise));
    case 'choice':
      return choiceForm(exercise, render);
    case 'guess':
      return toHtml(guessForm(exercise));
    case 'code':
      return toHtml(codeForm(exercise));
  }
}

/** The form's last row. */
function answerRow({ hints }: Exercise, before: Markup | null = null, after: Markup | null = null): Markup {
  return html(
    'p',
    { class: 'exercise-answer exercise-body needs-script' },
    before,
    html('button', { type: 'submit', ...untilScript }, 'Check'),
    html(
      'button',
      { type: 'button', class: 'exercise-hint quiet', ...untilScript },
      hints.length > 0 ? 'Hint' : 'Show the solution',
    ),
    after,
  );
}

function numberForm(exercise: NumberExercise): Markup {
  const { answer } = exercise;
  const input =
    'value' in answer
      ? null
      : html(
          'table',
          { class: 'exercise-table' },
          html(
            'tbody',
            {},
            ...answer.input.map((row, r) =>
              html(
                'tr',
                {},
                ...row.map((value, c) =>
                  html(
                    'td',
                    { class: r === answer.at[0] && c === answer.at[1] ? 'asked' : null },
                    String(value).replace('-', '−'),
                  ),
                ),
              ),
            ),
          ),
        );
  return html(
    'form',
    { class: 'exercise-form' },
    input && html('div', { class: 'exercise-body' }, input),
    answerRow(
      exercise,
      html(
        'label',
        {},
        'Your answer ',
        html('input', { class: 'exercise-number', inputmode: 'text', autocomplete: 'off', size: 10 }),
      ),
    ),
  );
}

function choiceForm(exercise: ChoiceExercise, render: (markdown: string) => string): string {
  const { id, options } = exercise;
  const choices = options.map(({ text }, i) => {
    const input = `<input type="radio" name="exercise-${escapeHtml(id)}" value="${i}">`;
    return `<label class="exercise-option">${input}<span>${inner(render(text))}</span></label>`;
  });
  return [
    '<form class="exercise-form">',
    `<fieldset class="exercise-body"><legend class="hidden-visually">Answers</legend>${choices.join('')}</fieldset>`,
    toHtml(answerRow(exercise)),
    '</form>',
  ].join('\n');
}

function guessForm(exercise: GuessExercise): Markup {
  return html(
    'form',
    { class: 'exercise-form needs-script' },
    html('div', { class: 'exercise-body' }, guessMarkup(exercise)),
    answerRow(exercise),
  );
}

function codeForm(exercise: CodeExercise): Markup {
  return html(
    'form',
    { class: 'exercise-form' },
    html(
      'div',
      { class: 'cell-code' },
      html('pre', { class: 'code' }, html('code', {}, ...highlightLines(exercise.start))),
    ),
    answerRow(exercise, null, html('button', { type: 'button', class: 'exercise-reset quiet', hidden: true }, 'Reset')),
  );
}

function solutionHtml(exercise: Exercise, words: string): string {
  if (exercise.kind === 'code')
    return words + toHtml(html('pre', { class: 'code static' }, html('code', {}, ...highlightLines(exercise.code))));
  if (words !== '') return words;
  if (exercise.kind === 'choice')
    return toHtml(html('p', {}, exercise.options.find(({ right }) => right)!.says || 'See the marked answer.'));
  return toHtml(html('p', {}, 'The answer is put into the form.'));
}

/** The content of a single paragraph. */
function inner(rendered: string): string {
  return /^<p>([\s\S]*)<\/p>\n?$/.exec(rendered)?.[1] ?? rendered;
}

/** What stands at the end of a lesson with exercises. */
export function handInMarkup(count: number): Markup {
  return html(
    'section',
    { class: 'hand-in needs-script', 'aria-label': 'Your answers' },
    html('h2', { id: 'your-answers' }, 'Your answers'),
    html('p', { class: 'hand-in-count', role: 'status' }, `0 of ${count} exercises solved.`),
    html(
      'p',
      {},
      html('button', { type: 'button', class: 'hand-in-save', ...untilScript }, 'Download the hand-in file'),
      html(
        'span',
        { class: 'hand-in-note' },
        'Answers are kept in this browser only. The file holds your answers, the attempts and what came of them.',
      ),
    ),
  );
}
