import { frontEndConfig } from '@tavla/app-shell/vite'
import { defineConfig } from 'vite'
import { serviceWorker } from './worker-plugin.ts'

const common = frontEndConfig('src/staff.ts')

export default defineConfig({ ...common, plugins: [...(common.plugins ?? []), serviceWorker()] })
