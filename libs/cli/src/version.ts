/** The version of the program, which is that of the whole workspace. */
export const VERSION = '0.1.0';
