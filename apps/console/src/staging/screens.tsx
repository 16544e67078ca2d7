import { StagingRecords } from './StagingRecords.tsx'

export { Google } from './google/Google.tsx'
export { GoogleCallback } from './google/GoogleCallback.tsx'
export { Roles } from './Roles.tsx'
export { Settings } from './Settings.tsx'
export { StagingArea } from './StagingArea.tsx'
export { Users } from './users/Users.tsx'
export { Whatsapp } from './Whatsapp.tsx'

/** The accounts that mail of the project goes through. */
export const Email = () => <StagingRecords entity="Email Account" tab="email" />

/** All mail and WhatsApp of the project, whatever record it belongs to. */
export const Communications = () => <StagingRecords entity="Communication" tab="communication" />

/** The project's own texts beside the built-in ones. */
export const Translations = () => <StagingRecords entity="Translation" tab="translation" />
