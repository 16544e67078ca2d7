import type { EntityRecord, FieldMeta } from '@tavla/contract'
import { useFieldServices } from '@tavla/fields/ui'
import { Avatar, type PillColor } from '@tavla/ui'
import { titleText } from './row-fields.ts'

interface RecordImageProps {
  record: EntityRecord
  image: FieldMeta
  title: FieldMeta | undefined
  size?: 'medium' | 'large'
}

/** A record's picture, scaled by the server, or the initials of its title, in the record's colour if it has one. */
export function RecordImage({ record, image, title, size = 'medium' }: RecordImageProps) {
  const { fileUrl } = useFieldServices()
  const path = record[image.fieldname]
  const address = typeof path === 'string' && path !== '' ? fileUrl(thumbnailOf(path)) : null
  const color = typeof record.color === 'string' && record.color !== '' ? (record.color as PillColor) : undefined
  return (
    <Avatar key={address} image={address} name={titleText(record, title)} id={record.id} size={size} color={color} />
  )
}

/** Stored files are served in a small size; other images as they are. */
const thumbnailOf = (path: string) => (/^\/(private\/)?files\/[^?]+$/.test(path) ? `${path}?thumb=1` : path)
