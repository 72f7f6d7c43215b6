import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import decoder from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { Detector } from './detector.ts'

/**
 * Creates a detector with ZXing as WASM from the portal's own files; by default the package downloads it from
 * elsewhere.
 */
export function createDetector(): Detector {
  prepareZXingModule({ overrides: { locateFile: () => decoder }, fireImmediately: true })
  return new BarcodeDetector({ formats: ['qr_code'] })
}
