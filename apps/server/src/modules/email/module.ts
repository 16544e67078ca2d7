import type { MakeModule } from '../../site.ts'
import { communicationBehaviour } from './behaviours/communication.ts'

const makeEmailModule: MakeModule = () => ({
  app: 'platform',
  entities: new URL('./entities/', import.meta.url),
  behaviours: [communicationBehaviour],
})

export default makeEmailModule
