import { useMoment } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import type { ReactNode } from 'react'
import { useCopiedAt } from './useCopiedAt.ts'

export const drawAsOf = (otherwise: ReactNode): ReactNode => <AsOf otherwise={otherwise} />

/** Says when the server answered what the screen shows from copies (reference: screens, Without a network). */
function AsOf({ otherwise }: { otherwise: ReactNode }) {
  const at = useCopiedAt()
  return at === undefined ? otherwise : <Moment at={at} />
}

function Moment({ at }: { at: number }) {
  return <Text source="Offline. As of {0}." args={[useMoment(at)]} />
}
