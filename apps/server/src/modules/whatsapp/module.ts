import type { MakeModule } from '../../site.ts'
import { whatsappMessageBehaviour } from './behaviours/whatsapp-message.ts'

const makeWhatsappModule: MakeModule = () => ({
  app: 'platform',
  entities: new URL('./entities/', import.meta.url),
  behaviours: [whatsappMessageBehaviour],
})

export default makeWhatsappModule
