// Loaded before a program: there are no threads for it.
require('node:worker_threads').Worker = class {
  constructor() {
    throw new Error('it wants a thread');
  }
};
