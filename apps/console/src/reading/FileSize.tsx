import { useSizeText } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'

interface FileSizeProps {
  bytes: number
  /** The whole that `bytes` are a part of. */
  total?: number | undefined
}

/** A size in bytes for people, in base 1000; of a whole where that is known. */
export function FileSize({ bytes, total }: FileSizeProps) {
  const sizeText = useSizeText()
  return (
    <span className="numeric">
      {total === undefined ? sizeText(bytes) : <Text source="{0} of {1}" args={[sizeText(bytes), sizeText(total)]} />}
    </span>
  )
}
