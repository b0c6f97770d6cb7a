// One-line faults of the kinds that other libraries' users met: [file, what is wrong, line part, fault, tests]. Files
// are in cpp/normlab, and each fault there must be killed by the native tests; one in web/ by the test file that it
// names.
import { graph } from './planted/graph.mjs';
import { kernels } from './planted/kernels.mjs';
import { norms } from './planted/norms.mjs';
import { training } from './planted/training.mjs';
import { web } from './planted/web.mjs';

export const faults = [...norms, ...kernels, ...graph, ...training, ...web];
