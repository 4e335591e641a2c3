/** A step of the preparation failed for a reason the reader can do something about. The message says what and what to do. */
export class SetupError extends Error {
  /**
   * @param {string} cause what failed
   * @param {string} [hint] what to do about it
   */
  constructor(cause, hint) {
    super(hint === undefined ? cause : `${cause}\n        ${hint}`);
    this.name = 'SetupError';
  }
}
