import type { SessionInfo } from '@tavla/contract'
import { EntityProvider } from '@tavla/entity-ui'
import { FieldGallery } from '@tavla/entity-ui/gallery'
import { client } from '../app-client.ts'

const nobody: SessionInfo = {
  user: 'Guest',
  lang: 'en',
  full_name: '',
  time_zone: 'UTC',
  currency: 'ILS',
  server_time: '2026-01-05 10:00:00.000000',
  week_start: 'Sunday',
  idle_hours: 168,
  offline_copies: 1,
  version: '',
}

/** Every field type in every state. It needs no session; without one, links suggest nothing and uploads fail. */
export const FieldsGallery = () => (
  <EntityProvider client={client} session={nobody} navigate={() => undefined} onError={console.error}>
    <FieldGallery />
  </EntityProvider>
)
