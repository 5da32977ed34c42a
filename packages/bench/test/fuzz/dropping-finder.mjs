// A control: sweep and prune that loses a pair now and then.
import { sweepAndPrune } from '../../../../examples/sweep-and-prune.js';

const EVERY = 23;

function* createFinder(input) {
  yield 0.5; // a generator will do too
  const finder = sweepAndPrune.createFinder(input);
  const findPairs = finder.findPairs.bind(finder);
  let count = 0;
  finder.findPairs = (search, out, counters) => {
    const flush = out.flushPairs.bind(out);
    out.flushPairs = () => {
      let kept = 0;
      for (let i = 0; i < out.count; i++) {
        if (++count % EVERY === 0) continue;
        out.pairs[2 * kept] = out.pairs[2 * i];
        out.pairs[2 * kept + 1] = out.pairs[2 * i + 1];
        kept++;
      }
      out.count = kept;
      return flush();
    };
    try {
      findPairs(search, out, counters);
    } finally {
      delete out.flushPairs;
    }
  };
  return finder;
}

export default { name: 'dropping', createFinder };
