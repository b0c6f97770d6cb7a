/** @file The names that cells share: one box a name, filled by the cell that declared it last. */
import type { NameBox } from './cell.js';

interface Variable {
  read: () => unknown;
  /** Null for a constant. */
  write: ((value: unknown) => void) | null;
}

class Box implements NameBox {
  variable: Variable | null = null;

  constructor(private readonly name: string) {}

  get v(): unknown {
    if (this.variable === null) throw new ReferenceError(`${this.name} is not defined`);
    return this.variable.read();
  }

  set v(value: unknown) {
    if (this.variable === null) throw new ReferenceError(`${this.name} is not defined`);
    if (this.variable.write === null) throw new TypeError('Assignment to constant variable.');
    this.variable.write(value);
  }

  get t(): unknown {
    return this.variable?.read();
  }
}

export class SharedScope {
  /** Boxes are made by cells that only mention a name, too, and stay: functions of earlier cells hold them. */
  private readonly boxes = new Map<string, Box>();

  constructor(globals: Record<string, unknown>) {
    for (const [name, value] of Object.entries(globals)) this.define(name, () => value);
  }

  box(name: string): NameBox {
    return this.boxOf(name);
  }

  has(name: string): boolean {
    return this.boxes.get(name)?.variable != null;
  }

  names(): string[] {
    return [...this.boxes].filter(([, box]) => box.variable !== null).map(([name]) => name);
  }

  /**
   * Shares a variable in place of any other of that name. Gives what takes this back, and what removes the variable
   * unless another one has taken its place since.
   */
  define(
    name: string,
    read: () => unknown,
    write?: (value: unknown) => void,
  ): { undo: () => void; remove: () => void } {
    const box = this.boxOf(name);
    const before = box.variable;
    const variable = { read, write: write ?? null };
    box.variable = variable;
    return {
      undo: () => {
        box.variable = before;
      },
      remove: () => {
        if (box.variable === variable) box.variable = null;
      },
    };
  }

  private boxOf(name: string): Box {
    let box = this.boxes.get(name);
    if (!box) {
      box = new Box(name);
      this.boxes.set(name, box);
    }
    return box;
  }
}
