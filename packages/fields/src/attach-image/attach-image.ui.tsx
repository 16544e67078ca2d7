import { Text } from '@tavla/i18n/react'
import { Icon } from '@tavla/ui'
import { FileWord } from '../FileWord.tsx'
import { useFieldForm, useFieldServices } from '../field-context.ts'
import { fileName } from '../file-name.ts'
import { isBlank } from '../is-blank.ts'
import type { FieldTypeUi, FieldViewProps } from '../ui-types.ts'
import { valueText } from '../value-text.ts'

/** The image, scaled to its place; a press opens it in full size. */
function ImageView({ value }: FieldViewProps) {
  const { fileUrl } = useFieldServices()
  const { isInTrash } = useFieldForm()
  if (isBlank(value)) {
    return (
      <span className="attach-none">
        <Icon name="image" />
        <Text source="No image" />
      </span>
    )
  }
  if (isInTrash) return <FileWord icon="image" value={value} />
  const address = fileUrl(valueText(value))
  return (
    <a className="attach-image" href={address} target="_blank" rel="noreferrer">
      <img src={scaled(address, 512)} alt={fileName(value)} loading="lazy" referrerPolicy="strict-origin" />
    </a>
  )
}

function ImageCell({ value }: FieldViewProps) {
  const { fileUrl } = useFieldServices()
  const { isInTrash } = useFieldForm()
  if (isBlank(value)) return null
  if (isInTrash) return <FileWord icon="image" value={value} />
  return (
    <img
      className="attach-thumb"
      src={scaled(fileUrl(valueText(value)), 64)}
      alt=""
      loading="lazy"
      referrerPolicy="strict-origin"
    />
  )
}

/** Stored files are served scaled down (reference: files, Serving); other addresses stay as they are. */
function scaled(address: string, width: number): string {
  return /\/files\/[^?#]+$/.test(address) ? `${address}?width=${width}` : address
}

const attachImage: FieldTypeUi = {
  type: 'Attach Image',
  View: ImageView,
  Cell: ImageCell,
  blank: null,
  isUnfilterable: true,
  drawsBlank: true,
  isPicture: true,
  defaultBy: 'none',
  isFormOnly: true,
  sample: {
    value:
      'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="160" height="100"%3E%3Crect width="160" height="100" fill="%23dfe3f5"/%3E%3Ccircle cx="80" cy="50" r="30" fill="%236d5ae6"/%3E%3C/svg%3E',
  },
  example: () => null,
}

export default attachImage
