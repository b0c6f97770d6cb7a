/** @file Modules as an author writes them: with a parameter, and with children. */
import { nn, tensor, type Tensor } from '../../web/api/index.js';

export class Scale extends nn.Module {
  weight = new nn.Parameter(tensor([2]));
  override forward(x: Tensor): Tensor {
    return x.mul(this.weight);
  }
}

export class Block extends nn.Module {
  norm = new nn.LayerNorm(3);
  scale = new Scale();
  override forward(x: Tensor): Tensor {
    return this.scale(this.norm(x)).add(x);
  }
}
