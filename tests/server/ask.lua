-- wrk: asks the questions of a file (a body a line), at random or (GAUZE_ONCE=1) one after another, with a token from the environment; counts
-- what comes back.
local bodies = {}
for line in io.lines(os.getenv("GAUZE_BODIES")) do bodies[#bodies + 1] = line end
local headers = {["Authorization"] = "Bearer " .. os.getenv("GAUZE_TOKEN"), ["Content-Type"] = "application/json"}
local threads = {}

function setup(thread)
  thread:set("number", #threads + 1)
  table.insert(threads, thread)
end

function init()
  math.randomseed(number)
  answered, refused, failed = 0, 0, 0
end

local once, last = os.getenv("GAUZE_ONCE") == "1", 0

function request()
  last = once and last % #bodies + 1 or math.random(#bodies)
  return wrk.format("POST", "/v1/interpretations", headers, bodies[last])
end

function response(status)
  if status == 200 then answered = answered + 1 elseif status == 403 then refused = refused + 1 else failed = failed + 1 end
end

function done(summary, latency)
  local counts = {answered = 0, refused = 0, failed = 0}
  for _, thread in ipairs(threads) do
    for name in pairs(counts) do counts[name] = counts[name] + thread:get(name) end
  end
  io.write(string.format('{"seconds": %.3f, "answered": %d, "refused": %d, "failed": %d, "p50_ms": %.2f, "p99_ms": %.2f, "max_ms": %.2f}\n',
    summary.duration / 1e6, counts.answered, counts.refused, counts.failed, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    latency.max / 1000))
end
