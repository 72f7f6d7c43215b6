import { parentPort, workerData } from 'node:worker_threads'
import { encryptBatch, type ChunkBatch } from './encrypt-batch.ts'

// Answers every batch with its encrypted bytes, in the order of the batches.
parentPort?.on('message', (batch: ChunkBatch) => {
  const encrypted = encryptBatch(workerData as Uint8Array, batch)
  parentPort?.postMessage(encrypted, [encrypted.buffer])
})
