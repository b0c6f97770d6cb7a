/** @file Data that a reader pastes: columns of numbers, the class in the last one. */

export interface Table {
  rows: number[][];
  /** Class of each row, as a position in `classes`. */
  labels: number[];
  classes: string[];
}

const limits = { rows: 5000, columns: 256, classes: 50 };

/** Commas, semicolons or tabs between; a first line that is no data names the columns. @throws TypeError */
export function parseCsv(text: string): Table {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const cells = lines.map((line) => line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')));
  const isData = (row: string[]): boolean =>
    row.slice(0, -1).every((cell) => cell !== '' && Number.isFinite(Number(cell)));
  const data = cells.length > 0 && !isData(cells[0]) ? cells.slice(1) : cells;
  const columns = data[0]?.length ?? 0;
  const bad = data.findIndex((row) => row.length !== columns || !isData(row));
  if (bad >= 0) {
    const line = bad + 1 + cells.length - data.length;
    throw new TypeError(
      `expected ${columns - 1} numbers and a class in line ${line} of the data, got "${lines[line - 1].slice(0, 40)}"`,
    );
  }
  if (columns < 2 || columns > limits.columns)
    throw new TypeError(`expected 2 to ${limits.columns} columns, got ${columns}`);
  if (data.length < 20 || data.length > limits.rows)
    throw new TypeError(`expected 20 to ${limits.rows} rows of data, got ${data.length}`);
  const classes = [...new Set(data.map((row) => row[columns - 1]))].sort();
  if (classes.length < 2 || classes.length > limits.classes) {
    throw new TypeError(`expected 2 to ${limits.classes} classes in the last column, got ${classes.length}`);
  }
  return {
    rows: data.map((row) => row.slice(0, -1).map(Number)),
    labels: data.map((row) => classes.indexOf(row[columns - 1])),
    classes,
  };
}
