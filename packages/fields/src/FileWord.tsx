import { Icon } from '@tavla/ui'
import { fileName } from './file-name.ts'

/** The name of a file that nobody can open now. */
export function FileWord({ icon, value }: { icon: string; value: unknown }) {
  return (
    <span className="attach-file">
      <Icon name={icon} size="small" />
      <bdi>{fileName(value)}</bdi>
    </span>
  )
}
