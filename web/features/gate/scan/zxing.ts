import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import decoder from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { Detector } from './detector.ts'

/** Uses the WebAssembly file of the portal, because by default the package downloads it from another site. */
export function createDetector(): Detector {
  prepareZXingModule({ overrides: { locateFile: () => decoder }, fireImmediately: true })
  return new BarcodeDetector({ formats: ['qr_code'] })
}
