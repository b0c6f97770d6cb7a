/** @file The script of the front page: its figures live. */
import './styles/site.css';
import { ChartView } from '../charts/chart-view.js';
import { keepOffline } from './offline.js';
import { startLiveTable } from './pages/live-table.js';
import { readStills } from './stills.js';

startLiveTable(document.querySelector('.live')!);
const figures = document.querySelectorAll('figure.chart');
readStills()
  .flat()
  .forEach((chart, i) => new ChartView(chart, figures[i]));
keepOffline();
