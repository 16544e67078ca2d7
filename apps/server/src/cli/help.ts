import { optionTexts } from './options.ts'

export function helpText(): string {
  const lines = optionTexts.map(
    ([name, variable, value, text]) => `  --${name} ${value}`.padEnd(28) + variable.padEnd(18) + text,
  )
  return `tavla: business software drawn from metadata

Commands
  tavla start                 HQ on port 8000 and its projects, among them one with demo data; --no-demo without that
  tavla site DIR [--sample]   one stand-alone staff site whose configuration and data live in DIR
  tavla rotate-key DIR        another site.key for the site in DIR, which must not run: all secrets are sealed anew
  tavla check DIR             whether the data of the site in DIR agree, beside a running site, too; of HQ and its projects
                              --deep reads every byte, --json for programs, --repair mends what follows from the records
  tavla restore FILE --to DIR a stand-alone site in an empty folder out of a downloaded backup; its secrets open with
                              --site-key FILE alone, the key of the site that it was; a PostgreSQL database goes to the
                              empty one of --database
  tavla backup ID… or --all   takes, stores and proves backups of projects of the HQ in --data, _hq for HQ itself
  tavla backup DIR --to FILE  a stand-alone site as a tar, which restore takes
  tavla restore ID --backup B brings a project of the HQ in --data back to a backup; --reason TEXT says why (in production),
                              --force goes on where no safety copy can be made
  tavla recover               HQ and its projects out of a backup store: --store FOLDER or s3://BUCKET/PREFIX (with
                              --endpoint URL, --region NAME), --backup-key FILE, --data DIR for the empty folder;
                              records of an HQ on PostgreSQL go to the empty database of --database
  tavla export DIR|ID FOLDER  the definitions of a site, or of a project of the HQ in --data, one JSON file for each
  tavla import DIR|ID FOLDER  the plan by which the site gets the definitions of the folder; --apply carries it out, all or
                              nothing, --accept-loss lets stored values go, --reason TEXT says why (in production)
  tavla reset-password USER   a new password for a user of HQ; --site DIR of a stand-alone site, --project ID of a project
  tavla doctor                whether folder, key, data, disk, ports, clock and backups of HQ are well; changes nothing
  tavla help                  this text

--quiet with site opens it for its control socket alone
--new with start or site begins with an empty site where the records of a used folder are missing

Options, each also as an environment variable (the option wins)
${lines.join('\n')}
`
}
