import { NotFound } from '@tavla/app-shell/frame'
import type { ComponentType } from 'react'
import { useParams } from 'react-router'
import { AuditTab } from './AuditTab.tsx'
import { Email } from './email/Email.tsx'
import { Google } from './google/Google.tsx'
import { GoogleCallback } from './google/GoogleCallback.tsx'
import { Roles } from './Roles.tsx'
import { Settings } from './Settings.tsx'
import { StagingRecords } from './StagingRecords.tsx'
import { Users } from './users/Users.tsx'
import { Whatsapp } from './whatsapp/Whatsapp.tsx'

/**
 * The screens of a project's own server by their part of the address (reference: screens, Console tabs), but for the
 * editor.
 */
const screens: Readonly<Record<string, ComponentType>> = {
  users: Users,
  roles: Roles,
  email: Email,
  communication: () => <StagingRecords entity="Communication" tab="communication" />,
  translation: () => <StagingRecords entity="Translation" tab="translation" />,
  settings: Settings,
  google: Google,
  'google-callback': GoogleCallback,
  whatsapp: Whatsapp,
  audit: AuditTab,
}

/** The tab that the address names. Their names are here, not among the routes, which the sign-in page loads. */
export function StagingTab() {
  const { tab = '' } = useParams()
  const Screen = Object.hasOwn(screens, tab) ? screens[tab] : undefined
  return Screen ? <Screen key={tab} /> : <NotFound />
}
