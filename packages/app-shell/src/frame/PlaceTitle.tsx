import { Text } from '@tavla/i18n/react'
import { ColorChip } from '@tavla/ui'
import { EnvironmentSign } from '../environment/EnvironmentSign.tsx'
import type { Place } from '../root/usePlace.ts'
import { EntityName } from './EntityName.tsx'

/**
 * The title of the current place, with name, colour and icon of the record in the address (reference: screens, Areas;
 * screens, Projects in the console).
 */
export function PlaceTitle({ place: { entity, title, mark } }: { place: Place }) {
  if (entity !== undefined) return <EntityName name={title} />
  if (title === '') return null
  if (!mark) return <Text source={title} />
  return (
    <span className="place-title">
      <Text source={title} />
      {mark.color && <ColorChip color={mark.color} icon={mark.icon} />}
      <bdi>{mark.name}</bdi>
      <EnvironmentSign environment={mark.environment} />
    </span>
  )
}
