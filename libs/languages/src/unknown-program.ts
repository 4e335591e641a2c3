/** In the words of bash in several languages, which no other program uses; and of zsh and Windows. */
const OWN_WORDS =
  /^(?:.{0,80}: )?([\w./+@-]{1,60}): (?:command not found|kommando nicht gefunden|befehl nicht gefunden|commande introuvable|orden no encontrada|comando non trovato|comando não encontrado)\.?$|^(?:zsh: )?command not found: (\S{1,60})$|^'([^']{1,60})' is not recognized as an internal or external command\b/i;
/** Others say only "not found", as many programs do of many things, so the shell or a line of a script must stand before it. */
const PLAIN_WORDS = /^(?:\S{0,80}sh: (?:(?:line )?\d+: )?|\S{1,80}: (?:line )?\d+: )([\w./+@-]{1,60}): not found$/;

/** The program that a shell does not know, if a line says so in the words of one of several shells and languages; else null. */
export function unknownProgram(line: string): string | null {
  const match = OWN_WORDS.exec(line) ?? PLAIN_WORDS.exec(line);
  return match?.[1] ?? match?.[2] ?? match?.[3] ?? null;
}

/** The line by which memories state that a program is unknown: the same for all shells. */
export const unknownProgramLine = (program: string): string => `${program}: command not found`;
