// Messages in the order of their arrival, for one reader.

export class Mailbox {
  constructor() {
    this.queue = [];
    this.failure = null;
    this.arrived = () => {};
  }

  put(message) {
    this.queue.push(message);
    this.arrived();
  }

  /** End the box: the reader gets this error instead of what it has not read. */
  fail(error) {
    this.failure ??= error;
    this.arrived();
  }

  /** All messages, as they arrive. The reader leaves when it has what it wants. */
  async *messages() {
    for (;;) {
      if (this.failure) throw this.failure;
      if (this.queue.length) yield this.queue.shift();
      else
        await new Promise((resolve) => {
          this.arrived = resolve;
        });
    }
  }
}
