/** @file The script of a lesson page. */
import 'katex/dist/katex.min.css';
import './styles/site.css';
import { createKernelWorker } from './kernel-worker.js';
import { Notebook } from './notebook.js';
import { readStills } from './stills.js';

new Notebook(document.getElementById('lesson')!, readStills(), createKernelWorker);
