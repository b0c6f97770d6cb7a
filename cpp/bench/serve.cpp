#include "serve.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <map>
#include <stdexcept>

namespace normlab::bench {

namespace {

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

class Server {
 public:
  Server(const std::vector<Task>& tasks, std::string about) : tasks_(tasks), about_(std::move(about)) {}

  std::string answer(const std::string& method, const std::string& name, long count) {
    if (method == "about") return "\"" + about_ + "\"";
    if (method == "kernels") return task_list(tasks_);
    if (method == "run") return run(name, count);
    if (method == "losses") return losses(name, count);
    throw std::invalid_argument("there is no method " + method);
  }

 private:
  const Task& find(const std::string& name) const {
    const auto found = std::find_if(tasks_.begin(), tasks_.end(), [&](const Task& task) { return task.name == name; });
    if (found == tasks_.end()) throw std::invalid_argument("there is no task " + name);
    return *found;
  }

  std::string run(const std::string& name, long count) {
    if (prepared_.count(name) == 0) prepared_[name] = find(name).prepare();
    const std::function<double()>& repeat = prepared_[name];
    const auto started = std::chrono::steady_clock::now();
    const std::clock_t cpu_started = std::clock();
    for (long i = 0; i < count; ++i) repeat();
    const double cpu = 1e3 * static_cast<double>(std::clock() - cpu_started) / CLOCKS_PER_SEC;
    const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - started;
    return "{\"wall\":" + number(wall.count()) + ",\"cpu\":" + number(cpu) + "}";
  }

  std::string losses(const std::string& name, long count) {
    const std::function<double()> repeat = find(name).prepare();
    std::string values;
    for (long i = 0; i < count; ++i) values += (i == 0 ? "" : ",") + number(repeat());
    return "[" + values + "]";
  }

  const std::vector<Task>& tasks_;
  std::string about_;
  std::map<std::string, std::function<double()>> prepared_;
};

}  // namespace

void serve(const std::vector<Task>& tasks, const std::string& about) {
  Server server(tasks, about);
  char line[256];
  while (std::fgets(line, sizeof line, stdin) != nullptr) {
    char method[64] = "", name[128] = "";
    long count = 0;
    std::sscanf(line, "%63s %127s %ld", method, name, &count);
    try {
      std::printf("{\"value\":%s}\n", server.answer(method, name, count).c_str());
    } catch (const std::exception& error) {
      std::printf("{\"error\":\"%s\"}\n", error.what());
    }
    std::fflush(stdout);
  }
}

}  // namespace normlab::bench
