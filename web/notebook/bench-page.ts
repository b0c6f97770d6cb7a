/** @file The script of the bench page: its charts live, and the measurement on the reader's machine. */
import { ChartView } from '../charts/chart-view.js';
import { Kernel } from '../kernel/client.js';
import { createKernelWorker } from './kernel-worker.js';
import { keepOffline } from './offline.js';
import { OutputView } from './outputs/output-view.js';
import { benchCellOf } from './pages/bench-cell.js';
import { readStills } from './stills.js';
import './styles/site.css';

const defaultRounds = 25;

const figures = document.querySelectorAll('.bench-figure figure.chart');
readStills()
  .flat()
  .forEach((chart, i) => new ChartView(chart, figures[i]));

const runButton = document.querySelector<HTMLButtonElement>('[data-action="runHere"]')!;
const stopButton = document.querySelector<HTMLButtonElement>('[data-action="stopHere"]')!;
const words = document.querySelector('.bench-words')!;
const outputs = new OutputView(document.querySelector('[data-outputs]')!);
const kernel = new Kernel({ createWorker: createKernelWorker });
kernel.onState((state) => {
  if (state.name === 'loading') words.textContent = 'The engine is loading.';
  else if (state.name === 'running') words.textContent = 'Measuring.';
});

async function measureHere(): Promise<void> {
  setBusy(true);
  outputs.begin();
  // ?rounds= in the address: fewer for a quick look, more for steadier medians.
  const asked = Number(new URLSearchParams(location.search).get('rounds'));
  const rounds = Number.isInteger(asked) && asked > 0 ? asked : defaultRounds;
  const result = await kernel.run(benchCellOf(rounds), (arrived) => outputs.push(arrived), { cell: 'bench' });
  if (result.status === 'stopped') outputs.keep();
  outputs.end(result.error);
  const seconds = Math.round(result.ms / 1000);
  words.textContent = { done: `Measured in ${seconds} s.`, stopped: 'Stopped.', error: 'It ended early.' }[
    result.status
  ];
  setBusy(false);
}

function setBusy(busy: boolean): void {
  // Focus stays on a button that can be pressed.
  const hadFocus = [runButton, stopButton].includes(document.activeElement as HTMLButtonElement);
  runButton.disabled = busy;
  stopButton.disabled = !busy;
  if (hadFocus) (busy ? stopButton : runButton).focus();
}

runButton.addEventListener('click', () => void measureHere());
stopButton.addEventListener('click', () => kernel.stop());
runButton.disabled = false;
keepOffline();
