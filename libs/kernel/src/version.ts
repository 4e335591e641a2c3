/** The version of the whole product, as every health record states it. */
export const VERSION = '0.1.0';
