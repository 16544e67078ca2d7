import { frontEndConfig } from '@tavla/app-shell/vite'
import { defineConfig } from 'vite'

export default defineConfig(frontEndConfig('src/operator.ts'))
