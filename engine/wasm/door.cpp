// The memory of the door: lists that come in, the reply, and what is cached from one question to the next.

#include "wasm/door.hpp"

#include <new>
#include <stdexcept>

#ifdef __wasm__
extern "C" __attribute__((import_module("page"), import_name("progress"))) void report_progress(double units);
#else
static void report_progress(double /*units*/) {}
#endif

namespace minemind::wasm {
namespace {

// Room for some thousand Expert components; a page has less memory than a server.
constexpr std::size_t cache_bytes = std::size_t{16} << 20;

// The memory allowed for one component: counting copies its states once while they grow.
constexpr std::size_t most_bytes_of_a_component = std::size_t{64} << 20;

// The work between two reports: some tens of milliseconds.
constexpr std::uint64_t between_reports = 1 << 22;

}  // namespace

Reply& reply() {
  static Reply only;
  return only;
}

CountCache& counts() {
  static CountCache only(cache_bytes);
  return only;
}

Status answered(void (*work)(void* what), void* what) {
  Reply& said = reply();
  said.clear();
  try {
    work(what);
    return Status::answered;
  } catch (const Contradiction& met) {
    said.clear();
    said.put_list(met.numbers);
    return Status::contradiction;
  } catch (const TooHard& hard) {
    said.clear();
    said.put(hard.states);
    said.put(hard.cell);
    return Status::too_hard;
  } catch (const OutOfTime&) {
    return Status::out_of_work;
  } catch (const BadFile& bad) {
    said.clear();
    said.put(bad.offset);
    said.put_text(bad.what);
    return Status::bad_file;
  } catch (const std::invalid_argument& wrong) {
    said.clear();
    said.put_text(wrong.what());
    return Status::invalid;
  } catch (const std::bad_alloc&) {
    said = {};
    return Status::out_of_memory;
  }
}

WorkLimit::WorkLimit(double units) : most_(static_cast<std::uint64_t>(units)) {
  most_bytes = most_bytes_of_a_component;
}

void WorkLimit::look() {
  if (total() > most_) throw OutOfTime{};
  if (total() - reported_ < between_reports) return;
  reported_ = total();
  report_progress(static_cast<double>(reported_));
}

MINEMIND_EXPORT(take) void* take(std::size_t bytes) { return ::operator new(bytes, std::nothrow); }

MINEMIND_EXPORT(give_back) void give_back(void* memory) { ::operator delete(memory); }

MINEMIND_EXPORT(reply_data) const double* reply_data() { return reply().numbers().data(); }

MINEMIND_EXPORT(reply_size) std::size_t reply_size() { return reply().numbers().size(); }

}  // namespace minemind::wasm
