import { Command } from 'commander';
import type { DefineCommand } from '../cli.ts';
import { removeProfile } from '../profiles.ts';

export const define: DefineCommand = (cli) =>
  new Command('logout')
    .description('Forget the kept API key. The key itself stays valid: revoke it with "strata keys revoke".')
    .addHelpText('after', '\nExample: strata logout --profile work')
    .action(async () => {
      const { terminal, surroundings, profile, isJson } = cli();
      const wasThere = await removeProfile(surroundings, profile);
      if (isJson) terminal.json({ profile, removed: wasThere });
      else
        terminal.print(wasThere ? `The key of the profile ${profile} is forgotten` : `There was no profile ${profile}`);
    });
