import { Icon } from '@tavla/ui'
import { FileWord } from '../FileWord.tsx'
import { useFieldForm, useFieldServices } from '../field-context.ts'
import { fileName } from '../file-name.ts'
import { isBlank } from '../is-blank.ts'
import type { FieldTypeUi, FieldViewProps } from '../ui-types.ts'
import { valueText } from '../value-text.ts'

function FileLink({ value }: FieldViewProps) {
  const { fileUrl } = useFieldServices()
  const { isInTrash } = useFieldForm()
  if (isBlank(value)) return null
  if (isInTrash) return <FileWord icon="attach_file" value={value} />
  return (
    <a className="field-link attach-file" href={fileUrl(valueText(value))} target="_blank" rel="noreferrer">
      <Icon name="attach_file" size="small" />
      <bdi>{fileName(value)}</bdi>
    </a>
  )
}

const attach: FieldTypeUi = {
  type: 'Attach',
  View: FileLink,
  Cell: ({ value }) => (isBlank(value) ? null : <bdi>{fileName(value)}</bdi>),
  blank: null,
  isUnfilterable: true,
  defaultBy: 'none',
  isFormOnly: true,
  sample: { value: '/files/חוזה-שכירות-3f9c2b.pdf' },
  example: () => null,
}

export default attach
