/** @file The script of a lesson page. */
import 'katex/dist/katex.min.css';
import './styles/site.css';
import type { Lesson } from '../lesson/lesson.js';
import { Figures } from './figures.js';
import { Notebook } from './notebook.js';
import { keepOffline } from './offline.js';
import { readExercises, readFigureCharts, readStills, readWidgets } from './stills.js';

const page = document.getElementById('lesson')!;

new Notebook({
  page,
  stills: readStills(),
  exercises: readExercises(),
  figures: new Figures(page, readFigureCharts(), readWidgets()),
  source: fetchSource,
  foreign: false,
});
keepOffline();

/** The lesson as data lies beside its page. */
async function fetchSource(): Promise<Lesson> {
  const response = await fetch(new URL(`${page.dataset.file}.json`, document.baseURI));
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response.json() as Promise<Lesson>;
}
