/** @file The script of the front page: its figure can be read out and fits its width. */
import './styles/site.css';
import { ChartView } from '../charts/chart-view.js';
import { readStills } from './stills.js';

const figures = document.querySelectorAll('figure.chart');
readStills()
  .flat()
  .forEach((chart, i) => new ChartView(chart, figures[i]));
