import { StagingRecords } from './StagingRecords.tsx'

export { StagingArea } from './StagingArea.tsx'

/** The people who sign in to the project. */
export const Users = () => <StagingRecords entity="User" tab="users" />

/** The accounts that mail of the project goes through. */
export const Email = () => <StagingRecords entity="Email Account" tab="email" />

/** All mail and WhatsApp of the project, whatever record it belongs to. */
export const Communications = () => <StagingRecords entity="Communication" tab="communication" />

/** The project's own texts beside the built-in ones. */
export const Translations = () => <StagingRecords entity="Translation" tab="translation" />
