import { useI18n } from '@tavla/i18n/react'
import { PlaceRecords } from './place/PlaceRecords.tsx'

const lists = [
  { entity: 'Role', title: 'Roles' },
  { entity: 'Role Profile', title: 'Role Profiles' },
] as const

/** Roles and role profiles, side by side (reference: screens, Console tabs). */
export default function Roles() {
  const { t } = useI18n()
  return <PlaceRecords label={t('Permissions')} lists={lists} />
}
