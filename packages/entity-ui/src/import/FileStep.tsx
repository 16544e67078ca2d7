import { importLimits } from '@tavla/contract'
import { pluralOf } from '@tavla/i18n'
import { Text, useI18n } from '@tavla/i18n/react'
import { Icon } from '@tavla/ui'
import { useEnvironment } from '../environment.ts'
import Upload from '../upload/Upload.tsx'
import { EarlierImports } from './EarlierImports.tsx'
import type { ImportPlace } from './import-place.ts'
import { StepFrame } from './StepFrame.tsx'

const accepted = ['.csv', '.tsv', '.tab', '.txt', '.xlsx']

/** A file is chosen, dropped or pasted, or a template is taken to fill in. */
export function FileStep({ place }: { place: ImportPlace }) {
  const { formatNumber } = useI18n()
  const { client } = useEnvironment()
  const { id } = place.meta
  const template = client.fileUrl(`/api/entity/${encodeURIComponent(id)}/import_template?format=xlsx`)
  return (
    <StepFrame step="File" title={<ImportTitle entity={id} />}>
      <p className="import-note">
        <Text
          source="A table as CSV, or an Excel workbook, with at most {0} rows. You see what would happen before anything is written."
          args={[formatNumber(importLimits.importRows)]}
        />
      </p>
      <Upload
        url={client.fileUrl('/api/files')}
        target={{ isPrivate: true }}
        accept={accepted}
        maxFiles={1}
        onComplete={({ file_url }) => place.toNewFile(file_url)}
      />
      <p>
        <a className="button" data-variant="secondary" data-size="medium" href={template} download>
          <Icon name="download" />
          <span className="button-text">
            <Text source="Download a Template" />
          </span>
        </a>
      </p>
      <EarlierImports place={place} />
    </StepFrame>
  )
}

/** Names several records of the entity, as far as the language has a word for these. */
function ImportTitle({ entity }: { entity: string }) {
  const { isMissing } = useI18n()
  const plural = pluralOf(entity)
  return plural !== undefined && !isMissing(plural) ? (
    <Text source="Import {0} from a file" args={[{ translate: plural }]} />
  ) : (
    <Text source="Import records of {0} from a file" args={[{ translate: entity, context: entity }]} />
  )
}
