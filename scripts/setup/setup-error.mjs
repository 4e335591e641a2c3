/** A step of the preparation failed, with a hint what the user can do about it. */
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
