import ParlorCore

@testable import LineServer

extension Machine {
  func carryOut() {
    core.drainEffects { effects in
      effects.bytes.withUnsafeBytes { bytes in
        for effect in effects.list {
          switch effect {
          case .send(let range, let recipients, let ticket):
            let isEarly = plant == .sendsTooEarly || plant == .commitsTooEarly
            for link in effects.recipients[recipients].compactMap({ links[$0] }) {
              send(UnsafeRawBufferPointer(rebasing: bytes[range]), to: link, after: isEarly ? 0 : ticket)
            }
          case .close(let session):
            guard let link = links[session], !link.isClosing else { continue }
            link.isClosing = true
            around.lost(link)
            markDirty(link)
          case .pause, .resume: break
          }
        }
      }
    }
  }

  private func send(_ bytes: UnsafeRawBufferPointer, to link: SimulatedLink, after ticket: CommitTicket) {
    if link.isClosing { return }
    if link.output.count + bytes.count > limits.outputHardBytes, plant != .keepsAllOutput {
      transmit(link)
      if link.output.count + bytes.count > limits.outputHardBytes {
        // As in the real loop, the core is told after it has returned.
        slowConsumers += 1
        around.lost(link)
        link.isClosing = true
        link.output.removeAll()
        return markDirty(link)
      }
    }
    link.output.append(bytes, ticket: ticket, released: released)
    markDirty(link)
  }

  func markDirty(_ link: SimulatedLink) {
    guard !link.isDirty, link.isOpenAtServer else { return }
    link.isDirty = true
    dirty.append(link)
    plansTurn()
  }

  func transmit(_ link: SimulatedLink) {
    let room = link.window - link.onTheWay
    let count = min(link.output.readyCount, room)
    if count > 0 {
      let bytes = [UInt8](link.output.readyBytes.prefix(count))
      link.output.consume(count)
      link.onTheWay += count
      around.deliver(link, bytes)
    }
  }

  /// Sends output, and updates what depends on the rest.
  func flush(_ link: SimulatedLink) {
    guard link.isOpenAtServer else { return }
    transmit(link)
    mostUnsent = max(mostUnsent, link.output.count)
    if link.output.count > limits.outputHardBytes {
      around.fault("queues are bounded", "\(link.output.count) bytes wait for session \(link.session.slot)")
    }
    if link.isClosing || link.isFinished {
      if link.output.count == 0 {
        around.hangUp(link)
        drop(link)
      }
    } else if link.output.count > limits.outputSoftBytes {
      link.isSlow = true
    } else if link.isSlow, link.output.count < limits.outputSoftBytes / 2 {
      link.isSlow = false
      let unread = link.unread
      link.unread = []
      for bytes in unread { received(bytes, on: link) }
      if link.hasUnreadEnd { ended(.finished, on: link) }
    }
  }
}
